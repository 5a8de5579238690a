// Guards of NestJS: a global one for tokens with a decorator for public routes, and one for roles.
import 'reflect-metadata'
import {
  Body,
  CanActivate,
  Controller,
  createParamDecorator,
  Delete,
  ExecutionContext,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Module,
  Param,
  Post,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common'
import { APP_GUARD, NestFactory, Reflector } from '@nestjs/core'
import { JwtModule, JwtService } from '@nestjs/jwt'

const Public = () => SetMetadata('isPublic', true)
const Roles = (...roles: string[]) => SetMetadata('roles', roles)
const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest().user,
)

const users = [
  { userId: 1, username: 'john', password: process.env.JOHN_PASSWORD, roles: ['user'] },
  { userId: 2, username: 'maria', password: process.env.MARIA_PASSWORD, roles: ['user', 'admin'] },
]

@Injectable()
class AuthGuard implements CanActivate {
  constructor(
    @Inject(JwtService) private readonly jwt: JwtService,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>('isPublic', [context.getHandler(), context.getClass()])) return true
    const request = context.switchToHttp().getRequest()
    const [type, token] = request.headers.authorization?.split(' ') ?? []
    if (type !== 'Bearer' || !token) throw new UnauthorizedException()
    try {
      request.user = await this.jwt.verifyAsync(token)
    } catch {
      throw new UnauthorizedException()
    }
    return true
  }
}

@Injectable()
class RolesGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const required = this.reflector.getAllAndOverride<string[]>('roles', [context.getHandler(), context.getClass()])
    if (!required) return true
    const { user } = context.switchToHttp().getRequest()
    return required.some((role) => user.roles.includes(role))
  }
}

@Controller('auth')
class AuthController {
  constructor(@Inject(JwtService) private readonly jwt: JwtService) {}

  @Public()
  @HttpCode(200)
  @Post('login')
  async login(@Body() body: { username?: string; password?: string }) {
    const user = users.find(({ username }) => username === body?.username)
    if (user === undefined || user.password !== body.password) throw new UnauthorizedException()
    return { access_token: await this.jwt.signAsync({ sub: user.userId, username: user.username, roles: user.roles }) }
  }

  @Get('profile')
  profile(@CurrentUser() user: unknown) {
    return user
  }
}

@Controller('cats')
class CatsController {
  @Public()
  @Get()
  list() {
    return [{ id: 1, name: 'Tom' }]
  }

  @Get(':id')
  show(@Param('id') id: string) {
    return { id, name: 'Tom', weighedAt: new Date() }
  }

  @Roles('admin')
  @Post()
  create(@Body() body: { name?: string }) {
    return { id: Math.floor(Math.random() * 1e9), name: body?.name }
  }

  @Roles('admin')
  @HttpCode(204)
  @Delete(':id')
  remove() {}
}

@Module({
  imports: [JwtModule.register({ global: true, secret: process.env.JWT_SECRET, signOptions: { expiresIn: '10m' } })],
  controllers: [AuthController, CatsController],
  providers: [
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] })
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
console.log((await app.getUrl()).replace('[::1]', '127.0.0.1'))
