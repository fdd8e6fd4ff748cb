const kinds: ReadonlyMap<string, string> = new Map([
	['Account', 'base'],
	['BaseAccount', 'base'],
	['ModuleAccount', 'module'],
	['PeriodicVestingAccount', 'periodic vesting'],
	['ContinuousVestingAccount', 'continuous vesting'],
	['DelayedVestingAccount', 'delayed vesting'],
	['PermanentLockedAccount', 'permanently locked'],
])

/** Display name of an account type, by its amino name in any brand; undefined for a type outside the framework. */
export function accountKind(type: string): string | undefined {
	return kinds.get(type.slice(type.lastIndexOf('/') + 1))
}
