import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { runReplay } from '../../../../src/node/replay/replay.ts'

const { steps: _, ...head } = JSON.parse(
	gunzipSync(readFileSync('test/golden-evm/replay-base-basic.json.gz')).toString(),
) as { readonly steps: unknown }

/** The hash of the first two blocks of a chain with an EVM. */
async function hashes(begin: object): Promise<readonly string[]> {
	const block = (second: number) => [
		{ op: 'begin', time: `2026-01-01T00:00:0${second}Z`, ...begin },
		{ op: 'end' },
		{ op: 'commit' },
	]
	const found: string[] = []
	for await (const line of runReplay(JSON.stringify({ ...head, steps: [...block(1), ...block(2)] }))) {
		const { op, result } = JSON.parse(line)
		if (op === 'begin') found.push(result.hash)
	}
	return found
}

it('a step of a script that names no proposer has the first validator, whose address is in the hash of the block', async () => {
	const usual = await hashes({})
	expect(usual).toEqual([expect.stringMatching(/^[0-9A-F]{64}$/), expect.stringMatching(/^[0-9A-F]{64}$/)])
	expect(await hashes({ proposer: '' })).toEqual(usual)
	const [first, second] = await hashes({ proposer: '11'.repeat(20) })
	expect(first).toMatch(/^[0-9A-F]{64}$/)
	expect([first, second]).not.toEqual(usual)
	// One whose address has another length has no hash.
	expect(await hashes({ proposer: '11' })).toEqual(['', ''])
})

it('a script whose addresses have another prefix than the flag says is refused with the reason', async () => {
	const lines = runReplay(JSON.stringify({ ...head, steps: [] }), { settings: { prefix: 'other' } })
	await expect(lines.next()).rejects.toMatchObject({
		message: 'No chain can begin with this genesis.',
		why: expect.stringMatching(/^invalid Bech32 prefix; expected other, got \w+$/),
	})
})
