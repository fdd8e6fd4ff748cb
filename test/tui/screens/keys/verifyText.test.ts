import { beforeEach, describe, expect, it } from 'vitest'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { Notice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import type { KeysModel } from '../../../../src/tui/screens/keys/KeysModel.ts'
import { verifyText } from '../../../../src/tui/screens/keys/verifyText.ts'
import { addressOf } from '../../support/chainDouble.ts'
import { wordsOver } from '../../support/renderPart.tsx'
import { keysApp } from './keysApp.ts'

const signed = {
	address: addressOf('carol'),
	pubKey: 'AxYz',
	signature: Buffer.from('carol:one\ntwo').toString('base64'),
	text: 'one\ntwo',
}

let app: TuiApp
let model: KeysModel
beforeEach(async () => {
	const at = await keysApp()
	app = at.app
	model = at.model
})

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)

/** Checks a signed text; what stands on the screen then. */
async function check(document: string): Promise<readonly string[]> {
	verifyText(model)
	const form = app.topOverlay as Form
	form.fields[0]!.buffer.set(document)
	void form.commands()[0]?.run()
	await until(() => app.topOverlay instanceof Notice || form.error !== '' || form.fields[0]!.error !== '')
	expect(app.state.overlays).toHaveLength(1)
	const told = app.topOverlay instanceof Notice ? wordsOver(app) : [form.fields[0]!.error + form.error, form.errorNext]
	app.set({ overlays: [] })
	return told
}

describe('the check of a signature', () => {
	it('the check of a signature tells whether it is that of the address over the text, with both', async () => {
		const told = await check(JSON.stringify(signed))
		expect(told.slice(0, 5)).toEqual([
			'Check of a signature',
			'✓ it is the signature of this address over this text',
			addressOf('carol'),
			'one',
			'two',
		])
		const other = await check(JSON.stringify({ ...signed, address: addressOf('bob') }))
		expect(other.slice(1, 3)).toEqual(['✗ it is not the signature of this address over this text', addressOf('bob')])
	})

	it('the check of a signature says what is missing of a signed text', async () => {
		expect(await check(' ')).toEqual(['paste the signed text', ''])
		expect(await check('{')).toEqual(['This is not JSON.', 'Paste all of what “sign a text” gave, braces included.'])
		for (const name of ['address', 'pubKey', 'signature', 'text'] as const) {
			const told = [`It has no text called ${name}.`, `Add "${name}".`]
			expect(await check(JSON.stringify({ ...signed, [name]: undefined }))).toEqual(told)
			expect(await check(JSON.stringify({ ...signed, [name]: 5 }))).toEqual(told)
		}
		expect(await check('null')).toEqual(['It has no text called address.', 'Add "address".'])
	})

	it('the check of a signature shows 200 characters of an address that somebody made', async () => {
		const long = await check(JSON.stringify({ ...signed, address: 'q'.repeat(300), text: 'b' }))
		expect(long.join('').replaceAll(/[^q…]/g, '')).toBe(`${'q'.repeat(200)}…`)
	})

	it('the check of a signature shows 20,000 characters of a text, and takes it in five rows', async () => {
		verifyText(model)
		const form = app.topOverlay as Form
		form.fields[0]!.buffer.set(JSON.stringify({ ...signed, text: 'Z'.repeat(20_001) }))
		void form.commands()[0]?.run()
		await until(() => app.topOverlay instanceof Notice)
		const { lines } = (app.topOverlay as Notice).options
		const shown = lines({ width: 1_000, height: 9, theme: app.theme, plain: false }).join('').replaceAll(/[^Z…]/g, '')
		expect([shown.length, shown.endsWith('Z…')]).toEqual([20_001, true])
		verifyText(model)
		expect((app.topOverlay as Form).fields[0]!.options.rows).toBe(5)
	})
})
