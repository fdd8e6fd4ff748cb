import { expect, it } from 'vitest'
import type { AbiFunction } from '../../../../src/client/index.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import { argumentFields } from '../../../../src/tui/screens/contracts/argumentFields.ts'
import { callFunction } from '../../../../src/tui/screens/contracts/callFunction.ts'
import { evmApp, pokedPlace } from '../../support/evmApp.ts'

const runs = (text: string | undefined): readonly number[] =>
	[...(text ?? '').matchAll(/x+(?=…)/g)].map(([run]) => run.length)

it('the form of a function shows 60 characters of its name, and 20 of the name of an argument', async () => {
	const { app, model } = await evmApp()
	const name = 'x'.repeat(61)
	const inputs = [{ name, type: 'string' }]
	const fn = (stateMutability: AbiFunction['stateMutability']): AbiFunction => ({
		...{ type: 'function', name, inputs, outputs: [], stateMutability },
	})
	model.open({ ...pokedPlace, abi: [fn('view'), fn('nonpayable')] })
	const page = model.page!
	const titles = page.functions.all.map((row) => {
		callFunction(model, page, row)
		return (app.topOverlay as Form).title
	})
	expect(titles.map((title) => [title.split(' ')[0], ...runs(title)])).toEqual([
		['Read', 60],
		['Send', 60],
	])
	expect(argumentFields(app, inputs).map(({ label }) => runs(label))).toEqual([[20]])
})
