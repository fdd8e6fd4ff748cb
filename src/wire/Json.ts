/** Any JSON, where the contract leaves open what stands there. Members that are undefined are left out. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json | undefined }
