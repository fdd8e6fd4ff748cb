/**
 * Precompiled contracts that one call finds elsewhere, as overrides of the state ask for: by the address where it finds
 * something else than usual, the usual address of what is there, or undefined for nothing. Addresses are hex without 0x.
 */
export type MovedPrecompiles = ReadonlyMap<string, string | undefined>
