/** Addresses at our own domain are given to the staff alone. */
export const isStaff = ({ email }: { readonly email: string }): boolean => email.split('@').at(-1) === 'star.example'
