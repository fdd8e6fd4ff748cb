import { describe, expect, it } from 'vitest'
import { memorySource } from '../../../../src/codec/goJson/JsonScanner.ts'
import { planOf as planOfRead, type ReplayPlan, readReplayPlan } from '../../../../src/node/replay/replayPlan.ts'
import { parseReplayScript } from '../../../../src/node/replay/replayScript.ts'
import { seededRandom } from '../../../support/random.js'

const head = '"chain_id":"a","genesis_time":"2026-01-01T00:00:00Z","app_state":{"steps":[1,[2],{"x":"]"}]}'

function planOf(text: string): ReplayPlan {
	return readReplayPlan(memorySource(Buffer.from(text)))
}

function stepsOf(plan: ReplayPlan) {
	return [...plan.parts()].flat()
}

it('a script that is read already comes in parts of five hundred steps, the last of which has what is left', () => {
	const script = parseReplayScript(`{${head},"steps":[{"op":"begin"}]}`)
	const [step] = script.steps
	const parts = (count: number) => {
		const plan = planOfRead({ ...script, steps: Array.from({ length: count }, () => step!) })
		return [...plan.parts()].map(({ length }) => length)
	}
	expect([0, 1, 500, 501, 1_000].map(parts)).toEqual([[], [1], [500], [500, 1], [500, 500]])
})

describe('a script read part by part', () => {
	it.each([
		['none', '[]'],
		['none, with blanks', '[ \n ]'],
		['one', '[{"op":"begin"}]'],
		['texts with brackets, quotes and backslashes', '[{"op":"x","note":"]\\"}\\\\"},{"op":"\\\\\\"["} , {"op":"é"}]'],
	])('a script read part by part has the steps it has when read whole: %s', (_, steps) => {
		for (const text of [`{${head},"steps":${steps}}`, `{"steps" : ${steps},${head}, "note":"steps"}`]) {
			const { steps: whole, ...rest } = parseReplayScript(text)
			const plan = planOf(text)
			expect(plan.head).toEqual(rest)
			expect(stepsOf(plan)).toEqual(whole)
		}
	})

	it('a script read part by part has them in order and in parts of five hundred, whatever their number', () => {
		const random = seededRandom()
		for (const count of [499, 500, 501, 1000, 1000 + Math.floor(random() * 1000)]) {
			const steps = Array.from({ length: count }, (_, index) => ({
				op: 'query',
				height: index,
				path: ',"[{'.repeat(index % 3),
			}))
			const text = `{${head},"steps":${JSON.stringify(steps)}}`
			// They come in the same parts, too.
			expect([...planOf(text).parts()]).toEqual([...planOfRead(parseReplayScript(text)).parts()])
		}
	})

	it('a script larger than what is looked at together has its steps, wherever a text is cut', () => {
		for (let over = 0; over < 12; over++) {
			const note = `${'x'.repeat(1024 * 1024 - head.length - 40 + over)}\\"\\`
			const text = `{${head},"steps":${JSON.stringify([{ op: 'query', note }, { op: 'begin' }])}}`
			expect(stepsOf(planOf(text))).toEqual(parseReplayScript(text).steps)
		}
	})

	it('a script of a file is never read whole', () => {
		const steps = Array.from({ length: 3_000 }, () => ({ op: 'query', note: 'x'.repeat(1_000) }))
		const bytes = Buffer.from(`{${head},"steps":${JSON.stringify(steps)}}`)
		let most = 0
		const plan = readReplayPlan({
			size: bytes.length,
			read: (position, length) => {
				const part = bytes.subarray(position, position + length)
				most = Math.max(most, part.length)
				return part
			},
		})
		expect(stepsOf(plan)).toHaveLength(3_000)
		expect(bytes.length).toBeGreaterThan(3_000_000)
		expect(most).toBeLessThanOrEqual(1024 * 1024)
	})

	it('names the step with a fault as one that is read whole', () => {
		const steps = Array.from({ length: 1200 }, (_, index) => ({
			op: 'deliver',
			tx: index === 1100 ? 'no base64!' : '',
		}))
		expect(() => stepsOf(planOf(`{${head},"steps":${JSON.stringify(steps)}}`))).toThrow(
			expect.objectContaining({ why: 'steps.1100.tx: is not base64' }),
		)
	})

	it.each([
		['no JSON', '{', 'The script is not JSON.'],
		['no end', `{${head},"steps":[{"op":"begin"}`, 'The script is not JSON.'],
		['steps without a comma', `{${head},"steps":[{"op":"begin"} {"op":"end"}]}`, 'The script is not JSON.'],
		['no steps', `{${head}}`, 'The script cannot be replayed.'],
		['steps that are no list', `{${head},"steps":{"op":["begin"]}}`, 'The script cannot be replayed.'],
	])('a script read part by part is refused with %s', (_, text, message) => {
		expect(() => stepsOf(planOf(text))).toThrow(message)
	})
})
