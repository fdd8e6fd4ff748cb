/** A transaction passed CheckTx but was in no block when the caller stopped waiting; it may still enter one. */
export class BroadcastTimeout extends Error {
	override readonly name = 'BroadcastTimeout'

	constructor() {
		super('timed out waiting for tx to be included in a block')
	}
}
