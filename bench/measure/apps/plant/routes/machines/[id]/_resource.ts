// Machines belong to no operator.
export default null
