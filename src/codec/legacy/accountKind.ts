const kinds: ReadonlyMap<string, string> = new Map([
	['Account', 'base'],
	['BaseAccount', 'base'],
	['ModuleAccount', 'module'],
	['PeriodicVestingAccount', 'periodic vesting'],
	['ContinuousVestingAccount', 'continuous vesting'],
	['DelayedVestingAccount', 'delayed vesting'],
	['PermanentLockedAccount', 'permanently locked'],
])

/** The kind of an account in words, by the amino name of its type in any brand; undefined for a type that is none of the framework's. */
export function accountKind(type: string): string | undefined {
	return kinds.get(type.slice(type.lastIndexOf('/') + 1))
}
