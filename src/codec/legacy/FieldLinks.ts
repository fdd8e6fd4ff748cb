import { isObject, items } from '../../util/jsonParts.ts'

/** One of the two forms of a transaction. */
export type TxForm = 'legacy' | 'proto'

/**
 * Which fields of the JSON of a legacy transaction are which of the protobuf one, and why others are on one side only. Paths
 * are written `.tx.msg[0].value.amount`; the whole value is the empty path.
 */
export class FieldLinks {
	readonly #links: Readonly<Record<TxForm, Map<string, string[]>>> = { legacy: new Map(), proto: new Map() }
	readonly #there: Readonly<Record<TxForm, ReadonlySet<string>>>
	readonly #notes: Readonly<Record<TxForm, Map<string, string>>> = { legacy: new Map(), proto: new Map() }

	/** @param legacy A StdTx, bare or with its type, or a body of `POST /txs`. @param proto JSON of the protobuf form. */
	constructor(legacy: unknown, proto: unknown) {
		this.#there = { legacy: new Set(paths(legacy, '')), proto: new Set(paths(proto, '')) }
		const root = member(legacy, 'tx') !== undefined ? '.tx' : member(legacy, 'value') !== undefined ? '.value' : ''
		const tx = root === '' ? legacy : member(legacy, root.slice(1))
		if (root !== '') this.#link('', '', '')
		if (root === '.tx') this.#note('legacy', '.mode', 'no part of the transaction: it says when the node replies')
		if (root === '.value') this.#note('legacy', '.type', 'no part of the transaction: what it is called in amino')
		this.#tx(root, tx, proto)
	}

	/** The fields on the other side that a field is; of one deep inside, those of what it is in. Empty where there is none. */
	of(form: TxForm, path: string): readonly string[] {
		return this.#links[form].get(path) ?? []
	}

	/** Why a field is on its side only; of one that is on both, what becomes of it besides a new place, or nothing. */
	note(form: TxForm, path: string): string {
		const own = this.#notes[form].get(path)
		if (own !== undefined || this.#links[form].has(path)) return own ?? ''
		for (let at = outside(path); at !== '' && !this.#links[form].has(at); at = outside(at)) {
			const note = this.#notes[form].get(at)
			if (note !== undefined) return note
		}
		return form === 'legacy' ? 'the chain does not read this field' : 'the legacy form leaves it out'
	}

	#tx(root: string, tx: unknown, proto: unknown): void {
		const body = member(proto, 'body')
		const auth = member(proto, 'auth_info')
		for (const part of ['.body', '.auth_info', '.signatures']) this.#link(root, part, '')
		this.#link(`${root}.msg`, '.body.messages', 'renamed')
		items(member(tx, 'msg')).forEach((message, index) => {
			this.#typed(message, items(member(body, 'messages'))[index], `${root}.msg[${index}]`, `.body.messages[${index}]`)
		})
		for (const name of ['memo', 'timeout_height']) {
			this.#link(`${root}.${name}`, `.body.${name}`, 'moved')
		}
		for (const name of ['extension_options', 'non_critical_extension_options']) {
			this.#note('proto', `.body.${name}`, 'the legacy form has no such field')
		}
		this.#same(
			member(member(tx, 'fee'), 'amount'),
			member(member(auth, 'fee'), 'amount'),
			`${root}.fee.amount`,
			'.auth_info.fee.amount',
		)
		this.#link(`${root}.fee`, '.auth_info.fee', 'moved')
		this.#link(`${root}.fee.gas`, '.auth_info.fee.gas_limit', 'renamed')
		for (const name of ['payer', 'granter']) {
			this.#note('proto', `.auth_info.fee.${name}`, 'the legacy form has no such field: the first signer pays')
		}
		for (const list of ['.auth_info.signer_infos', '.signatures']) {
			this.#link(`${root}.signatures`, list, 'keys and signatures are two lists')
		}
		items(member(tx, 'signatures')).forEach((signature, index) => {
			this.#signature(signature, items(member(auth, 'signer_infos'))[index], `${root}.signatures[${index}]`, index)
		})
	}

	#signature(signature: unknown, info: unknown, legacy: string, index: number): void {
		const proto = `.auth_info.signer_infos[${index}]`
		const key = member(signature, 'pub_key')
		for (const to of [proto, `.signatures[${index}]`]) this.#link(legacy, to, '')
		this.#typed(key, member(info, 'public_key'), `${legacy}.pub_key`, `${proto}.public_key`)
		this.#link(`${legacy}.signature`, `.signatures[${index}]`, 'the same bytes')
		if (member(member(info, 'mode_info'), 'multi') !== undefined) {
			this.#link(`${legacy}.signature`, `${proto}.mode_info`, 'who of the members signed, and their signatures')
		} else this.#note('proto', `${proto}.mode_info`, 'added: what a legacy signature covers is amino JSON')
		this.#note('proto', `${proto}.sequence`, 'the chain’s number of the signer: the legacy form does not carry it')
	}

	/** A value whose type stands beside it in amino, and within it in protobuf. */
	#typed(legacy: unknown, proto: unknown, from: string, to: string): void {
		this.#link(from, to, 'moved')
		this.#link(`${from}.type`, `${to}.@type`, 'the amino name becomes the URL of the type')
		const value = member(legacy, 'value')
		if (typeof value === 'string') {
			this.#link(`${from}.value`, `${to}.key`, 'renamed')
			return
		}
		if (value !== undefined) this.#link(`${from}.value`, to, 'its fields move one level up')
		this.#members(value, proto, `${from}.value`, to)
	}

	/** Fields of one name are the same field. */
	#same(legacy: unknown, proto: unknown, from: string, to: string): void {
		if (member(proto, '@type') !== undefined) {
			this.#typed(legacy, proto, from, to)
			return
		}
		this.#link(from, to, 'moved')
		const others = items(proto)
		items(legacy).forEach((item, index) => {
			this.#same(item, others[index], `${from}[${index}]`, `${to}[${index}]`)
		})
		this.#members(legacy, proto, from, to)
	}

	#members(legacy: unknown, proto: unknown, from: string, to: string): void {
		if (!isObject(legacy)) return
		for (const [name, value] of Object.entries(legacy)) {
			const other = renamed[name] ?? name
			this.#same(value, member(proto, other), `${from}.${name}`, `${to}.${other}`)
		}
	}

	#link(legacy: string, proto: string, how: string): void {
		if (!this.#there.legacy.has(legacy) || !this.#there.proto.has(proto)) return
		add(this.#links.legacy, legacy, proto)
		add(this.#links.proto, proto, legacy)
		if (how === '' || how === 'moved') return
		this.#note('legacy', legacy, how)
		this.#note('proto', proto, how)
	}

	#note(form: TxForm, path: string, note: string): void {
		if (!this.#notes[form].has(path)) this.#notes[form].set(path, note)
	}
}

/** Members of the keys of several: amino's name and protobuf's. */
const renamed: Readonly<Record<string, string>> = { pubkeys: 'public_keys' }

/** The path of what a field is in. */
function outside(path: string): string {
	return path.replace(/(\.[^.[\]]*|\[\d+\])$/, '')
}

function* paths(value: unknown, path: string): Generator<string> {
	yield path
	for (const [index, item] of items(value).entries()) yield* paths(item, `${path}[${index}]`)
	if (isObject(value)) for (const [name, inside] of Object.entries(value)) yield* paths(inside, `${path}.${name}`)
}

function add(links: Map<string, string[]>, from: string, to: string): void {
	const there = links.get(from)
	if (there === undefined) links.set(from, [to])
	else if (!there.includes(to)) there.push(to)
}

function member(value: unknown, name: string): unknown {
	return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
