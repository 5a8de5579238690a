// NestJS with Passport: a local strategy for the login, a JWT strategy for everything else, roles by a decorator.
import 'reflect-metadata'
import { randomUUID } from 'node:crypto'
import {
  Body,
  CanActivate,
  Controller,
  Delete,
  ExecutionContext,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Module,
  Param,
  Post,
  Request,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common'
import { NestFactory, Reflector } from '@nestjs/core'
import { JwtModule, JwtService } from '@nestjs/jwt'
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport'
import passportJwt from 'passport-jwt'
import passportLocal from 'passport-local'

const { ExtractJwt, Strategy: JwtBase } = passportJwt
const { Strategy: LocalBase } = passportLocal
const SECRET = process.env.JWT_SECRET

interface User {
  userId: number
  username: string
  roles: string[]
  jti?: string
}

const users = [
  { userId: 1, username: 'wanda', password: process.env.WRITER_PASSWORD, roles: ['writer'] },
  { userId: 2, username: 'chris', password: process.env.CHIEF_PASSWORD, roles: ['writer', 'chief'] },
]

@Injectable()
class AuthService {
  private readonly ended = new Set<string>()

  constructor(@Inject(JwtService) private readonly jwt: JwtService) {}

  async validateUser(username: string, password: string): Promise<User | null> {
    const user = users.find((known) => known.username === username)
    if (user && user.password === password) {
      const { password: _, ...rest } = user
      return rest
    }
    return null
  }

  login(user: User) {
    const payload = { username: user.username, sub: user.userId, roles: user.roles, jti: randomUUID() }
    return { access_token: this.jwt.sign(payload) }
  }

  logout(jti: string) {
    this.ended.add(jti)
  }

  isEnded(jti: string): boolean {
    return this.ended.has(jti)
  }
}

@Injectable()
class LocalStrategy extends PassportStrategy(LocalBase) {
  constructor(@Inject(AuthService) private readonly auth: AuthService) {
    super()
  }

  async validate(username: string, password: string): Promise<User> {
    const user = await this.auth.validateUser(username, password)
    if (!user) throw new UnauthorizedException()
    return user
  }
}

@Injectable()
class JwtStrategy extends PassportStrategy(JwtBase) {
  constructor(@Inject(AuthService) private readonly auth: AuthService) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      ignoreExpiration: false,
      secretOrKey: SECRET!,
      algorithms: ['HS256'],
    })
  }

  validate(payload: { sub: number; username: string; roles: string[]; jti: string }): User {
    if (this.auth.isEnded(payload.jti)) throw new UnauthorizedException()
    return { userId: payload.sub, username: payload.username, roles: payload.roles, jti: payload.jti }
  }
}

@Injectable()
class JwtAuthGuard extends AuthGuard('jwt') {}

const Roles = (...roles: string[]) => SetMetadata('roles', roles)

@Injectable()
class RolesGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const required = this.reflector.get<string[]>('roles', context.getHandler())
    if (!required) return true
    const { user } = context.switchToHttp().getRequest()
    return required.every((role) => user.roles.includes(role))
  }
}

@Controller('auth')
class AuthController {
  constructor(@Inject(AuthService) private readonly auth: AuthService) {}

  @UseGuards(AuthGuard('local'))
  @HttpCode(200)
  @Post('login')
  login(@Request() request: { user: User }) {
    return this.auth.login(request.user)
  }

  @UseGuards(JwtAuthGuard)
  @HttpCode(204)
  @Post('logout')
  logout(@Request() request: { user: User }) {
    this.auth.logout(request.user.jti!)
  }

  @UseGuards(JwtAuthGuard)
  @Get('profile')
  profile(@Request() request: { user: User }) {
    return { userId: request.user.userId, username: request.user.username, roles: request.user.roles }
  }
}

@Controller('articles')
class ArticlesController {
  @Get()
  list() {
    return [{ id: 1, title: 'On commas' }]
  }

  @UseGuards(JwtAuthGuard)
  @Get('drafts')
  drafts(@Request() request: { user: User }) {
    return [{ id: 2, title: 'On colons', readBy: request.user.username }]
  }

  @UseGuards(JwtAuthGuard)
  @Post()
  create(@Request() request: { user: User }, @Body() body: { title?: string }) {
    return { id: randomUUID(), title: body?.title, author: request.user.username }
  }

  @UseGuards(JwtAuthGuard, RolesGuard)
  @Roles('chief')
  @HttpCode(204)
  @Delete(':id')
  remove(@Param('id') _id: string) {}
}

@Module({
  imports: [PassportModule, JwtModule.register({ secret: SECRET, signOptions: { expiresIn: '15m' } })],
  controllers: [AuthController, ArticlesController],
  providers: [AuthService, LocalStrategy, JwtStrategy, RolesGuard],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] })
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
console.log((await app.getUrl()).replace('[::1]', '127.0.0.1'))
