export class WrongPassword extends Error {
  override readonly name = 'WrongPassword'
}
