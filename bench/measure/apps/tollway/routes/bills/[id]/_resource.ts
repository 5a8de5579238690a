export default null
