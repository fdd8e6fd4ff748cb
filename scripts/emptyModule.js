// Stands for packages that others import but that this program never lets run; scripts/build.js says which.
export default {}
export const Ajv2020 = undefined
