// Certificates belong to no key.
export default null
