import { describe, expect, it } from 'vitest'
import { type ReplayPlan, readReplayPlan } from '../../../../src/node/replay/replayPlan.ts'
import { parseReplayScript } from '../../../../src/node/replay/replayScript.ts'
import { seededRandom } from '../../../support/random.js'

const head = '"chain_id":"a","genesis_time":"2026-01-01T00:00:00Z","app_state":{"steps":[1,[2],{"x":"]"}]}'

function planOf(text: string): ReplayPlan {
	return readReplayPlan(Buffer.from(text))
}

function stepsOf(plan: ReplayPlan) {
	return [...plan.parts()].flat()
}

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
			expect(plan.length).toBe(whole.length)
			expect(stepsOf(plan)).toEqual(whole)
		}
	})

	it('a script read part by part has them in order, whatever their number', () => {
		const random = seededRandom()
		for (const count of [499, 500, 501, 1000, 1000 + Math.floor(random() * 1000)]) {
			const steps = Array.from({ length: count }, (_, index) => ({
				op: 'query',
				height: index,
				path: ',"[{'.repeat(index % 3),
			}))
			const text = `{${head},"steps":${JSON.stringify(steps)}}`
			const plan = planOf(text)
			expect(plan.length).toBe(count)
			expect(stepsOf(plan)).toEqual(parseReplayScript(text).steps)
		}
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
		['no steps', `{${head}}`, 'The script cannot be replayed.'],
		['steps that are no list', `{${head},"steps":{"op":["begin"]}}`, 'The script cannot be replayed.'],
	])('a script read part by part is refused with %s', (_, text, message) => {
		expect(() => planOf(text)).toThrow(message)
	})
})
