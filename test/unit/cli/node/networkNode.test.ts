import { expect, test } from 'vitest'
import { withoutBlocks } from '../../../../src/cli/node/networkNode.ts'

test('the lines of an engine that joins a network are told but for those about each block', () => {
	const told: string[] = []
	const tell = withoutBlocks((line) => told.push(line))
	for (const line of [
		'node0 | I[2026-11-23|03:42:45.123] committed state module=state height=7',
		'node0 | E[2026-11-23|03:42:46.123] Connection failed',
	]) {
		tell(line)
	}
	expect(told).toEqual(['node0 | E[2026-11-23|03:42:46.123] Connection failed'])
})
