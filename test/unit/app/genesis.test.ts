import { describe, expect, test } from 'vitest'
import type { AppModule } from '../../../src/app/AppModule.ts'
import type { Context } from '../../../src/app/Context.ts'
import { exportedText, indentedJson } from '../../../src/app/genesis/genesis.ts'
import { LargePart } from '../../../src/app/genesis/LargePart.ts'
import { JsonScanner, memorySource } from '../../../src/codec/goJson/JsonScanner.ts'
import type { UserError } from '../../../src/errors/UserError.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { genesisState, greetTx, makeBlock, openApp, startChain } from './testChain.ts'

describe('the state of a genesis document', () => {
	const faultOf = (state: string): string => {
		try {
			openApp().validateGenesis(state)
			return 'taken'
		} catch (error) {
			return `${(error as UserError).message} ${(error as UserError).next}`
		}
	}

	test('the state of a genesis document is an object, and each part of it is what its module takes', () => {
		const state = JSON.parse(genesisState())
		expect(faultOf(genesisState())).toBe('taken')
		expect(faultOf('{}')).toBe('taken')
		expect(faultOf(JSON.stringify({ ...state, unknown: 5 }))).toBe('taken')
		expect(faultOf('{')).toBe('The genesis state is not JSON. Check the genesis file.')
		for (const other of ['[]', 'null', '5', '"x"'])
			expect(faultOf(other)).toBe('The genesis state is not a JSON object. Check app_state in the genesis file.')
		for (const part of ['auth', 'bank'])
			expect(faultOf(JSON.stringify({ ...state, [part]: { params: 5 } }))).toBe(
				`The genesis state of ${part} is not valid. Mend app_state.${part} in the file.`,
			)
	})

	test('the state of a genesis document may lack parts: their modules begin with nothing', async () => {
		const app = openApp()
		const { auth, bank } = JSON.parse(genesisState())
		startChain(app, -1n, JSON.stringify({ auth, bank }))
		await makeBlock(app, greetTx())
		expect(app.exportGenesis()).toMatchObject({ auth: { accounts: [{ sequence: '1' }, { name: 'fee_collector' }] } })
		expect(app.exportGenesis(1)).toEqual(app.exportGenesis())
		expect(Object.keys(app.exportGenesis())).toEqual([...app.moduleNames].sort())
	})

	test('the state of a genesis document has its parts by name, each indented as deep as it lies', () => {
		const parts = { b: { params: { list: ['1', '2'] } }, a: { params: { of: { a: 'x' } } } }
		const modules = Object.entries(parts).map(([name, part]) => ({ name, exportGenesis: () => part }))
		for (const depth of [0, 2]) {
			const text = [...exportedText({} as Context, modules as unknown as AppModule[], depth)].join('')
			expect(text).toBe(indentedJson({ a: parts.a, b: parts.b }, depth))
		}
	})

	test('the state of a genesis document is written in pieces as it would be written whole', async () => {
		const app = openApp()
		const one = JSON.parse(genesisState())
		startChain(app, -1n, JSON.stringify({ ...one, bank: { ...one.bank, balances: [] } }))
		await makeBlock(app)
		const other = openApp()
		startChain(other)
		await makeBlock(other, greetTx())
		await makeBlock(other, greetTx({ sequence: 1n }))
		for (const [chain, height] of [
			[app, 1],
			[other, 1],
			[other, 2],
		] as const) {
			const text = [...chain.exportedText(height)].join('')
			expect(text).toBe(indentedJson(chain.exportGenesis(height), 2))
			expect(text).toContain('\n    "bank": {\n      "params": {\n        "send_enabled": []')
		}
	})
})

describe('a part of a genesis document that is read piece by piece', () => {
	/** A part of such members in a document, the list of `many` with so many elements. */
	function partOf(count: number) {
		const many = Array.from({ length: count }, (_, index) => ({ index, text: 'ä'.repeat(index % 3) }))
		const source = memorySource(utf8(`{"before":"ä", "part": ${JSON.stringify({ first: 1, many, last: [2] })}}`))
		const span = new JsonScanner(source).document({ part: { part: {} } }).get('part')!
		return {
			many,
			part: new LargePart(source, span),
			whole: new LargePart(source, { start: span.start, end: span.end }),
		}
	}

	test.each([0, 1, 49, 50, 51, 120])('a list of %i elements is read fifty at a time, each with its place', (count) => {
		const { many, part } = partOf(count)
		const groups = [...part.elements('many')]
		expect(groups.flat().map(({ text }) => JSON.parse(text))).toEqual(many)
		for (const group of groups.slice(0, -1)) expect(group.length).toBe(50)
		expect(groups.at(-1)!.length).toBe(count % 50)
		const places = groups.flat().map(({ place }) => place)
		const again = [...part.elementsAt(places)]
		expect(again.flat()).toEqual(groups.flat())
		expect(again.map(({ length }) => length)).toEqual(
			Array.from({ length: Math.ceil(count / 50) }, (_, index) => Math.min(50, count - index * 50)),
		)
	})

	test('a part that is read piece by piece knows how far it was read, and the rest of it', () => {
		const { many, part, whole } = partOf(120)
		const begin = part.position
		let read = 0
		for (const group of part.elements('many')) {
			read += group.length
			if (group.length === 50) expect(part.position).toBe(group.at(-1)!.place.end)
		}
		expect(read).toBe(120)
		expect(begin).toBe('{"before":"ä", "part": '.length + 1)
		expect(part.without('many')).toEqual({ first: 1, last: [2] })
		expect(part.without('')).toEqual({ first: 1, many, last: [2] })
		// Where its members were not asked for, the part is read as a whole.
		expect(whole.without('many')).toEqual({ first: 1, many, last: [2] })
		expect([[...part.elements('none')], [...whole.elements('many')]]).toEqual([[], []])
	})
})
