import { mutateBytes } from './mutateBytes.ts'
import type { Random } from './Random.ts'
import { aminoNames, jsonTexts, memberNames, texts } from './words.ts'

/** A JSON value that keeps doubled keys and any literal. */
type Json =
	| { kind: 'object'; members: [key: string, value: Json][] }
	| { kind: 'array'; items: Json[] }
	| { kind: 'raw'; text: string }

/** Where a value stands: how it is read and put back. */
interface Place {
	readonly key: string
	get(): Json
	set(value: Json): void
	remove(): void
	/** Adds a copy beside it. */
	double(): void
}

/** A JSON text with one value changed; undefined for a text that is no JSON. */
export function mutateJson(text: string, random: Random): string | undefined {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch {
		return undefined
	}
	let root = fromValue(value)
	const places: Place[] = [
		{
			key: '',
			get: () => root,
			set: (next) => {
				root = next
			},
			remove: () => undefined,
			double: () => undefined,
		},
	]
	collect(root, places)
	change(random.pick(places), random)
	return write(root)
}

function fromValue(value: unknown): Json {
	if (Array.isArray(value)) return { kind: 'array', items: value.map(fromValue) }
	if (typeof value === 'object' && value !== null) {
		return { kind: 'object', members: Object.entries(value).map(([key, member]) => [key, fromValue(member)]) }
	}
	return { kind: 'raw', text: JSON.stringify(value) }
}

function collect(node: Json, places: Place[]): void {
	if (node.kind === 'object') {
		for (const member of node.members) {
			places.push({
				key: member[0],
				get: () => member[1],
				set: (value) => {
					member[1] = value
				},
				remove: () => node.members.splice(node.members.indexOf(member), 1),
				double: () => node.members.push([member[0], member[1]]),
			})
			collect(member[1], places)
		}
	}
	if (node.kind === 'array') {
		node.items.forEach((item, index) => {
			places.push({
				key: '[]',
				get: () => node.items[index] ?? raw('null'),
				set: (value) => {
					node.items[index] = value
				},
				remove: () => node.items.splice(index, 1),
				double: () => node.items.push(item),
			})
			collect(item, places)
		})
	}
}

function raw(text: string): Json {
	return { kind: 'raw', text }
}

function change(place: Place, random: Random): void {
	const node = place.get()
	switch (random.below(10)) {
		case 0:
			place.remove()
			break
		case 1:
			place.double()
			break
		default:
			place.set(changed(place.key, node, random))
	}
}

/** Members that hold bytes in base64. */
const byteMembers = new Set(['signature', 'tx_bytes', 'tx'])

function changed(key: string, node: Json, random: Random): Json {
	if (key === 'type' && random.once(2)) return raw(JSON.stringify(random.pick(aminoNames)))
	if (byteMembers.has(key) && isText(node) && !random.once(3)) {
		const bytes = Buffer.from(JSON.parse(node.text) as string, 'base64')
		return raw(JSON.stringify(mutateBytes(bytes, random).toString('base64')))
	}
	const other = raw(random.pick(jsonTexts))
	switch (random.below(8)) {
		case 0:
		case 1:
			return raw(JSON.stringify(random.pick(texts)))
		case 2:
			return isText(node) ? raw(node.text.slice(1, -1) || '0') : raw(`"${write(node).replaceAll('"', '')}"`)
		case 3:
			return { kind: 'array', items: [node] }
		case 4:
			if (node.kind !== 'object') return other
			node.members.splice(random.below(node.members.length + 1), 0, [random.pick(memberNames), other])
			return node
		case 5: {
			if (isText(node)) return raw(escaped(node.text, random))
			if (node.kind !== 'object' || node.members.length === 0) return other
			const member = random.pick(node.members)
			member[0] = random.once(2) ? member[0].toUpperCase() : random.pick(memberNames)
			return node
		}
		case 6:
			if (node.kind === 'array') node.items.reverse()
			if (node.kind === 'object') node.members.reverse()
			return node.kind === 'raw' ? other : node
		default:
			return other
	}
}

function isText(node: Json): node is { kind: 'raw'; text: string } {
	return node.kind === 'raw' && node.text.startsWith('"')
}

/** The same text with a character written as an escape, or one put in. */
function escaped(text: string, random: Random): string {
	const at = 1 + random.below(text.length - 1)
	const extra = random.pick(['\\u0041', '\\n', '\\/', '\\ud800', '\\x', '\t', 'é', '\\u00', '=', ' ', '\u2028'])
	return text.slice(0, at) + extra + text.slice(at)
}

function write(node: Json): string {
	if (node.kind === 'raw') return node.text
	if (node.kind === 'array') return `[${node.items.map(write).join(',')}]`
	return `{${node.members.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`).join(',')}}`
}
