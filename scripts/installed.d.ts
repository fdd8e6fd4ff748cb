/** Whether a folder's node_modules holds the packages of its lock file. */
export function isInstalled(folder: string, options?: { readonly toRunOnly?: boolean }): boolean
