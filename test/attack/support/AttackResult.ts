/** What an attack did to a node and its honest clients. */
export interface AttackResult {
	/** How much later than its interval the latest block came, in milliseconds. */
	readonly lateMs: number
	/** The most memory the node took, in megabytes. */
	readonly rssMb: number
	readonly honest: readonly {
		readonly name: string
		readonly calls: number
		/** Milliseconds to the answer. */
		readonly p50: number
		readonly p99: number
		readonly failures: readonly string[]
	}[]
}
