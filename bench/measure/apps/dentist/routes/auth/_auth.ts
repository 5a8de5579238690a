// Logins have no token yet.
export default null
