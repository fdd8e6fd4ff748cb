import type { TxSummary } from '../../../../src/client/index.ts'

/** A successful transaction in a block, with these differences. */
export function summary(tx: Partial<TxSummary> = {}): TxSummary {
	return {
		hash: 'AB'.repeat(32),
		height: 5,
		index: 0,
		time: '2026-11-21T02:00:00Z',
		code: 0,
		codespace: '',
		log: '',
		gasWanted: 200_000n,
		gasUsed: 61_234n,
		fee: [{ denom: 'uchain', amount: '2000' }],
		memo: '',
		messageTypes: ['/chain.greet.v1beta1.MsgCreateGreet'],
		signers: ['chain1alice'],
		first: { message: 'hi' },
		...tx,
	}
}
