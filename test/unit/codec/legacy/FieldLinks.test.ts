import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FieldLinks } from '../../../../src/codec/legacy/FieldLinks.ts'
import { readLegacyTx } from '../../../../src/codec/legacy/readLegacyTx.ts'
import { stdTxToProto } from '../../../../src/codec/legacy/stdTxToProto.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { txToJson } from '../../../../src/codec/txJson/txJson.ts'

interface Recorded {
	readonly name: string
	readonly request?: { readonly body?: string }
}

const file = new URL('../../../golden/legacy/rest-txs-post.json', import.meta.url)
const recorded = JSON.parse(readFileSync(file, 'utf8')) as readonly Recorded[]

/** The recorded bodies that can be converted, with what they become. */
const pairs = recorded.flatMap(({ name, request }) => {
	try {
		const registry = createRegistry()
		const { tx } = readLegacyTx(request?.body ?? '', { registry, brand: 'cosmos' })
		const json = txToJson(stdTxToProto(tx, [3n], registry), registry)
		return [{ name, legacy: JSON.parse(request?.body ?? '') as unknown, proto: JSON.parse(json) as unknown }]
	} catch {
		return []
	}
})

/** Every value in a value by its path. */
function* walk(value: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
	yield [path, value]
	if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* walk(item, `${path}[${index}]`)
	else if (typeof value === 'object' && value !== null)
		for (const [name, item] of Object.entries(value)) yield* walk(item, `${path}.${name}`)
}

const isLeaf = (value: unknown): boolean =>
	typeof value !== 'object' || value === null || Object.keys(value).length === 0

/** Fields that the recorded transactions have beside those that are read. */
const leftOut = /^(\.tx\.(type|value).*|.*\.?(extra|unknown|account_number|sequence).*)$/

describe('the fields of a legacy transaction and of the protobuf one', () => {
	it('the recordings of linked fields hold one message and several, sends, multisig keys and every form', () => {
		expect(pairs.length).toBeGreaterThan(30)
		expect(pairs.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'block several messages',
				'wrapped StdTx',
				'bare StdTx',
				'multisig first and third member',
			]),
		)
	})

	it.each(pairs)('joins every field of “$name” with one that is there and holds the same', ({ legacy, proto }) => {
		const links = new FieldLinks(legacy, proto)
		const fields = new Map(walk(proto))
		for (const [path, value] of walk(legacy)) {
			const there = links.of('legacy', path)
			for (const to of there) expect(fields.has(to), to).toBe(true)
			if (there.length === 0) {
				// What is left out is said: the mode, the type around it, and names that the chain does not read.
				if (/\.(mode|type)$/.test(path) && path.split('.').length === 2)
					expect(links.note('legacy', path)).toMatch(/^no part/)
				else expect(path).toMatch(leftOut)
				continue
			}
			for (const to of there) expect(links.of('proto', to)).toContain(path)
			if (!isLeaf(value) || path.endsWith('.type') || path.endsWith('.signature')) continue
			expect(
				there.map((to) => String(fields.get(to) ?? '')),
				path,
			).toContain(String(value ?? ''))
		}
	})

	it.each(pairs)(
		'says of every field of the protobuf form of “$name” where it comes from, or why it is new',
		(pair) => {
			const links = new FieldLinks(pair.legacy, pair.proto)
			const fields = new Map(walk(pair.legacy))
			for (const [path, value] of walk(pair.proto)) {
				if (!isLeaf(value)) continue
				const from = links.of('proto', path)
				for (const to of from) expect(fields.has(to), to).toBe(true)
				if (from.length === 0) expect(links.note('proto', path), path).not.toBe('')
			}
		},
	)

	it('knows what is renamed, split and added', () => {
		const { legacy, proto } = pairs.find(({ name }) => name === 'sync accepted')!
		const links = new FieldLinks(legacy, proto)
		expect(links.of('legacy', '.tx.fee.gas')).toEqual(['.auth_info.fee.gas_limit'])
		expect(links.of('legacy', '.tx.msg[0].type')).toEqual(['.body.messages[0].@type'])
		expect(links.of('legacy', '.tx.signatures[0]')).toEqual(['.auth_info.signer_infos[0]', '.signatures[0]'])
		expect(links.of('proto', '.auth_info.signer_infos[0].public_key.key')).toEqual(['.tx.signatures[0].pub_key.value'])
		expect(links.of('legacy', '.mode')).toEqual([])
		expect(links.note('legacy', '.mode')).toBe('no part of the transaction: it says when the node replies')
		expect(links.note('proto', '.auth_info.signer_infos[0].mode_info.single.mode')).toContain('amino JSON')
		expect(links.note('proto', '.auth_info.signer_infos[0].sequence')).toContain('the chain’s number')
		expect(links.note('legacy', '.tx.memo')).toBe('')
		expect(links.note('proto', '.body.memo')).toBe('')
		expect(links.note('legacy', '.tx.fee.gas')).toBe('renamed')
		expect(links.note('proto', '.auth_info.fee.gas_limit')).toBe('renamed')
		expect(links.note('proto', '.signatures[0]')).toBe('the same bytes')
		for (const name of ['extension_options', 'non_critical_extension_options']) {
			expect(links.note('proto', `.body.${name}`)).toBe('the legacy form has no such field')
		}
		for (const name of ['payer', 'granter']) {
			const note = 'the legacy form has no such field: the first signer pays'
			expect(links.note('proto', `.auth_info.fee.${name}`)).toBe(note)
		}
	})

	it('tells of a field of one side alone that the other one does not know it', () => {
		const linksOf = (wanted: string) => {
			const { legacy, proto } = pairs.find(({ name }) => name === wanted)!
			return new FieldLinks(legacy, proto)
		}
		const body = linksOf('sync accepted')
		// Within a signature, which has its place; the list around it has a note of its own.
		expect(body.note('legacy', '.tx.signatures[0].extra')).toBe('the chain does not read this field')
		expect(body.note('proto', '.body.unknown')).toBe('the legacy form leaves it out')
		expect(body.note('proto', '.auth_info.signer_infos[0].mode_info.single')).toMatch(/^added: /)
		const bare = linksOf('bare StdTx')
		expect(bare.note('legacy', '.unknown')).toBe('the chain does not read this field')
		expect(bare.note('proto', '.unknown')).toBe('the legacy form leaves it out')
		const { legacy: value, proto } = pairs.find(({ name }) => name === 'bare StdTx')!
		const wrapped = new FieldLinks({ type: 'cosmos-sdk/StdTx', value }, proto)
		expect(wrapped.of('legacy', '.value.memo')).toEqual(['.body.memo'])
		expect(wrapped.note('legacy', '.type')).toBe('no part of the transaction: what it is called in amino')
	})

	it('joins the members of a multisig key, and their signatures with who signed', () => {
		const { legacy, proto } = pairs.find(({ name }) => name === 'multisig first and third member')!
		const links = new FieldLinks(legacy, proto)
		const [from, to] = ['.tx.signatures[0]', '.auth_info.signer_infos[0]']
		expect(links.of('legacy', `${from}.pub_key.value.pubkeys[2].value`)).toEqual([
			`${to}.public_key.public_keys[2].key`,
		])
		expect(links.of('legacy', `${from}.signature`)).toEqual(['.signatures[0]', `${to}.mode_info`])
	})

	it('survives values of any form', () => {
		for (const value of [
			null,
			1,
			'x',
			[],
			{},
			{ tx: null },
			{ value: [] },
			{ msg: [null], signatures: [1, null], fee: 3 },
		]) {
			expect(new FieldLinks(value, value).of('legacy', '.nothing')).toEqual([])
		}
	})
})
