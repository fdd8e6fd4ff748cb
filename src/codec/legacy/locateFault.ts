import type { JsonNode } from '../goJson/parseJson.ts'

/**
 * Finds the jq path of the smallest part of a JSON value that is refused on its own. It tries parts one at a time,
 * without their siblings. A wrapper's `type` stays with its `value`.
 *
 * @param refuses Whether a value of this shape is refused; it must be true for `node` itself.
 */
export function locateFault(node: JsonNode, refuses: (part: JsonNode) => boolean, path = ''): string {
	if (node.kind === 'object') {
		const type = node.members.has('value') ? node.members.get('type') : undefined
		for (const [name, member] of node.members) {
			const within = (value: JsonNode): JsonNode => {
				const members = new Map([[name, value]])
				if (type !== undefined && name !== 'type') members.set('type', type)
				return { ...node, members }
			}
			// A type without its value is refused for the value's sake.
			const isType = name === 'type' && node.members.has('value')
			const alone = isType
				? {
						...node,
						members: new Map([
							[name, member],
							['value', emptyObject],
						]),
					}
				: within(member)
			if (!refuses(alone)) continue
			const step = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `.["${name}"]`
			return locateFault(member, (value) => refuses(isType ? alone : within(value)), path + step)
		}
	}
	if (node.kind === 'array') {
		for (const [index, item] of node.items.entries()) {
			const within = (value: JsonNode): JsonNode => ({ ...node, items: [value] })
			if (refuses(within(item))) return locateFault(item, (value) => refuses(within(value)), `${path}[${index}]`)
		}
	}
	return path === '' ? '.' : path
}

const emptyObject: JsonNode = { kind: 'object', members: new Map(), raw: '{}' }
