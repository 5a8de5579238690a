/** A station is not one of a user. */
export default null
