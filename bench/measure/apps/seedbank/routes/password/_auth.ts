// Here are people who cannot log in.
export default null
