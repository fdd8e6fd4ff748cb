import { describe, expect, it } from 'vitest'
import { consensusParamsOf, parseReplayScript, parseReplaySteps } from '../../../../src/node/replay/replayScript.ts'

const script = (parts: object = {}) =>
	JSON.stringify({ chain_id: 'c', genesis_time: '2026-01-01T00:00:00Z', app_state: {}, steps: [], ...parts })

describe('a script of calls', () => {
	it('a script that leaves out what may be left out has the defaults of an engine', () => {
		const parsed = parseReplayScript(script({ steps: [{ op: 'begin' }] }))
		expect(parsed).toMatchObject({
			chain_id: 'c',
			initial_height: 0,
			genesis_time: { seconds: 1_767_225_600n, nanos: 0 },
		})
		expect(parsed.steps).toEqual([{ op: 'begin', note: '', type: '', path: '', height: 0, prove: false }])
		expect(consensusParamsOf(parsed)).toEqual({
			block: { maxBytes: 22_020_096n, maxGas: -1n },
			evidence: { maxAgeNumBlocks: 100_000n, maxAgeDuration: 172_800_000_000_000n, maxBytes: 1_048_576n },
			validator: { pubKeyTypes: ['ed25519'] },
			version: { appVersion: 0n },
		})
		const without = parseReplayScript(script({ consensus_params: null }))
		expect(consensusParamsOf(without)).toEqual(consensusParamsOf(parsed))
	})

	it('parameters of a script are numbers or texts, and those left out are zero', () => {
		const consensus_params = {
			block: { max_bytes: 5, max_gas: '-1' },
			evidence: { max_age_num_blocks: '7' },
			validator: {},
		}
		expect(consensusParamsOf(parseReplayScript(script({ consensus_params })))).toEqual({
			block: { maxBytes: 5n, maxGas: -1n },
			evidence: { maxAgeNumBlocks: 7n, maxAgeDuration: 0n, maxBytes: 0n },
			validator: { pubKeyTypes: [] },
			version: { appVersion: 0n },
		})
	})

	it('bytes of steps are read from hex and base64, and their times with nanoseconds', () => {
		const [step] = parseReplaySteps(
			JSON.stringify([{ op: 'x', tx: 'AQI=', data: '0aff', proposer: 'AB', time: '1970-01-01T00:00:01.5Z' }]),
			0,
		)
		expect(step).toMatchObject({
			tx: Uint8Array.of(1, 2),
			data: Uint8Array.of(10, 255),
			proposer: Uint8Array.of(171),
			time: { seconds: 1n, nanos: 500_000_000 },
		})
	})

	it.each([
		[{ genesis_time: 'today' }, 'genesis_time: is not an RFC 3339 time'],
		[{ steps: [{ op: 'begin' }, { op: 'begin', time: '2026-13-01' }] }, 'steps.1.time: is not an RFC 3339 time'],
		[{ steps: [{ op: 'query', data: 'xy' }] }, 'steps.0.data: is not hex'],
		[{ steps: [{ op: 'begin', proposer: 'a' }] }, 'steps.0.proposer: is not hex'],
		[{ steps: [{ op: 'deliver', tx: '***' }] }, 'steps.0.tx: is not base64'],
	])('a script is refused with the place of its first fault: %j', (parts, why) => {
		expect(() => parseReplayScript(script(parts))).toThrow(
			expect.objectContaining({ message: 'The script cannot be replayed.', why }),
		)
	})

	it('a step of a part of a script is named by its number in the whole', () => {
		expect(() => parseReplaySteps('[{"op":"begin"},{"op":"query","data":"x"}]', 40)).toThrow(
			expect.objectContaining({ why: 'steps.41.data: is not hex' }),
		)
		expect(() => parseReplaySteps('[', 0)).toThrow('The script is not JSON.')
		expect(() => parseReplaySteps('{}', 40)).toThrow(
			expect.objectContaining({ why: expect.stringMatching(/^steps\.40: /) }),
		)
		expect(() => parseReplayScript('{')).toThrow('The script is not JSON.')
	})
})
