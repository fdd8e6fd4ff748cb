import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { GreetingsModel } from '../../../../src/tui/screens/greetings/GreetingsModel.ts'
import { SelectedFacts } from '../../../../src/tui/screens/greetings/SelectedFacts.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

const good = { ok: true, height: 7, reason: '' }
const early = { ok: false, height: 7, reason: 'The header is not there yet.' }

/** Facts of the greeting that `selected` names. */
async function facts(selected: { id: string | undefined }): Promise<SelectedFacts> {
	t = await testApp({ keys: ['alice'], greetings: ['one', 'two'] })
	// What the screen itself asks is there before anything is counted.
	const screen = t.app.screens.find(({ id }) => id === 'greetings')!.model as GreetingsModel
	await t.until(() => typeof screen.facts?.proof === 'object')
	return new SelectedFacts(t.app, () => selected.id)
}

describe('what is told of the selected greeting', () => {
	it('the facts of a greeting are asked for once the selection rests, and for the next one when what was asked is there', async () => {
		const selected = { id: '0' }
		const of = await facts(selected)
		const asked: string[] = []
		let answer = (): void => {}
		t.chain.greetingTx = async (id) => {
			asked.push(id)
			await new Promise<void>((resolve) => (answer = resolve))
			return undefined
		}
		of.load()
		await t.until(() => asked.length === 1)
		selected.id = '1'
		of.read('1')
		expect([asked, of.facts?.id]).toEqual([['0'], '0'])
		answer()
		await t.until(() => asked.length === 2)
		expect([asked, of.facts?.id]).toEqual([['0', '1'], '1'])
		answer()
		await t.until(() => of.facts?.tx === undefined && typeof of.facts?.proof === 'object')
		// It is known, so it is not asked for again.
		of.load()
		selected.id = '0'
		of.load()
		await t.until(() => asked.length === 3)
		expect(asked).toEqual(['0', '1', '0'])
	})

	it('a greeting has a transaction that is not known and a proof that failed where the node refuses both, with the reasons', async () => {
		const of = await facts({ id: '0' })
		t.chain.greetingTx = async () => {
			throw new UserError('There is no index.')
		}
		t.chain.verifyGreeting = async () => {
			throw new UserError('There is no proof.')
		}
		of.read('0')
		await t.until(() => of.facts?.tx === undefined)
		await t.until(() => of.facts?.proof !== 'checking')
		expect(of.facts).toEqual({
			...{ id: '0', tx: undefined, tries: 1 },
			proof: { ok: false, height: 0, reason: 'There is no proof.' },
		})
		const logged = t.app.log.entries.map(({ level, message }) => `${level} ${message}`)
		expect(logged).toContainEqual(expect.stringMatching(/^(?!info).*There is no index\./))
	})

	it('a proof of a greeting is asked for again at each block until it holds, four times at most', async () => {
		const of = await facts({ id: '0' })
		let proofs = 0
		const proof = { now: early }
		t.chain.verifyGreeting = async () => {
			proofs++
			return proof.now
		}
		const settled = (): Promise<void> => t.until(() => of.facts?.proof !== 'checking')
		of.blockMade()
		expect(of.facts).toBeUndefined()
		of.read('0')
		// Not there yet: a block does not ask twice.
		of.blockMade()
		await settled()
		expect(proofs).toBe(1)
		for (let block = 0; block < 9; block++) {
			of.blockMade()
			await new Promise(setImmediate)
		}
		expect(proofs).toBe(5)
		proof.now = good
		of.read('0')
		await t.until(() => of.facts?.proof === good)
		of.blockMade()
		expect([proofs, of.facts?.tries]).toEqual([6, 1])
	})
})
