/** Whether a parameter or a member of a body is called like the id of a resource: `order`, `orderId`, `order_ids`. */
export function isIdOf(resource: string, name: string): boolean {
  const [own, folded] = [fold(resource), fold(name)]
  return folded === own || folded === `${own}id` || folded === `${own}ids`
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
