/** Any JSON, where the contract leaves the content open. Undefined members are omitted. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json | undefined }
