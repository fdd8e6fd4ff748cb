/** The accounts of a developer's own chain that anyone may act as: their transactions need no signature of them. */
export interface ActingAccounts {
	/** Whether an account is on the list. */
	has(address: Uint8Array): boolean
}
