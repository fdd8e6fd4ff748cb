/** A vote for a block, as JSON-RPC has it. */
export const vote = {
	type: 2,
	height: '99',
	round: 1,
	block_id: { hash: 'AB'.repeat(32), parts: { total: 1, hash: 'AA'.repeat(32) } },
	timestamp: '2026-11-21T02:00:00Z',
	validator_address: '11'.repeat(20),
	validator_index: 0,
	signature: Buffer.alloc(64, 1).toString('base64'),
}

/** The same validator's vote for another block, which comes after the first one in order. */
export const later = { ...vote, block_id: { hash: 'AC'.repeat(32), parts: vote.block_id.parts } }
