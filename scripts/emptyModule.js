// Stands for react-devtools-core, which Ink loads only when a developer asks for it.
export default {}
