/** Kinds of keys in the words of their user. */
export const kindWords = { local: 'signs', watch: 'watch only', multi: 'multisig' } as const
