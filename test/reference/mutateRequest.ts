import { mutateJson } from './mutateJson.ts'
import type { Random } from './Random.ts'
import { jsonTexts, parameterNames, parameterValues, segments, texts } from './words.ts'

/** A request as it is sent. */
export interface FuzzRequest {
	readonly method: string
	readonly path: string
	readonly headers: Readonly<Record<string, string>>
	readonly body?: string
}

/** A request with one thing changed: its method, path, query, headers or body. */
export function mutateRequest(request: FuzzRequest, random: Random): FuzzRequest {
	if (request.body !== undefined && !random.once(6)) return { ...request, body: mutateBody(request.body, random) }
	switch (random.below(12)) {
		case 0:
			return { ...request, method: random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) }
		case 1:
			return { ...request, headers: { ...request.headers, ...mutatedHeader(random) } }
		case 2:
			return { ...request, body: random.once(2) ? random.pick(jsonTexts) : random.pick(texts) }
		case 3:
		case 4:
		case 5:
		case 6:
			return { ...request, path: mutatePath(request.path, random) }
		default:
			return { ...request, path: mutateQuery(request.path, random) }
	}
}

function mutatedHeader(random: Random): Record<string, string> {
	if (random.once(4))
		return { 'content-type': random.pick(['text/plain', 'application/json', 'application/x-www-form-urlencoded', '']) }
	return {
		'x-cosmos-block-height': random.pick([
			'0',
			'1',
			'2',
			'5',
			'-1',
			'+1',
			'abc',
			'',
			'1.5',
			'99999999',
			'9223372036854775808',
		]),
	}
}

/** A text as a part of a URL, sometimes escaped more or less than it has to be. */
function urlText(text: string, random: Random): string {
	switch (random.below(5)) {
		case 0:
			return safe(text)
		case 1:
			return text.replace(/./gsu, (char) => `%${Buffer.from(char).toString('hex').match(/../g)?.join('%')}`)
		default:
			return encodeURIComponent(text)
	}
}

/** A text without what a request line cannot carry. */
function safe(text: string): string {
	return text.replace(/[^\u0021-\u007e]/gu, (char) => encodeURIComponent(char))
}

function mutatePath(url: string, random: Random): string {
	const [path = '', ...query] = url.split('?')
	const parts = path.split('/')
	const at = 1 + random.below(parts.length - 1)
	switch (random.below(8)) {
		case 0:
			parts.splice(at, 1)
			break
		case 1:
			parts.splice(at, 0, random.pick(segments))
			break
		case 2:
			parts[at] = random.pick(segments)
			break
		case 3:
			parts.push('')
			break
		case 4:
			parts[at] = (parts[at] ?? '').toUpperCase()
			break
		case 5:
			parts[at] = urlText(parts[at] ?? '', random)
			break
		default:
			parts[parts.length - 1] = urlText(random.pick(texts), random)
	}
	const joined = parts.join('/')
	return [joined.startsWith('/') ? joined : `/${joined}`, ...query].join('?')
}

function mutateQuery(url: string, random: Random): string {
	const at = url.indexOf('?')
	const path = at < 0 ? url : url.slice(0, at)
	const pairs = at < 0 ? [] : url.slice(at + 1).split('&')
	const name = random.pick(parameterNames)
	const value = random.once(2) ? random.pick(texts) : random.pick(parameterValues)
	switch (random.below(8)) {
		case 0:
			if (pairs.length > 0) pairs.splice(random.below(pairs.length), 1)
			break
		case 1:
			if (pairs.length > 0) pairs.push(random.pick(pairs))
			break
		case 2:
			pairs.push(
				random.pick(['', '=', '%', '%zz=1', 'a;b=c', 'height', `height=${safe(value)}`, '&&', 'a=%ff', 'limit=+5']),
			)
			break
		default: {
			const known = pairs.length > 0 && random.once(2) ? (random.pick(pairs).split('=')[0] ?? name) : safe(name)
			pairs.push(`${known}=${urlText(value, random)}`)
		}
	}
	return `${path}?${pairs.join('&')}`
}

function mutateBody(body: string, random: Random): string {
	if (!random.once(5)) {
		const changed = mutateJson(body, random)
		if (changed !== undefined) return changed
	}
	const at = random.below(body.length + 1)
	const end = at + 1 + random.below(4)
	switch (random.below(5)) {
		case 0:
			return body.slice(0, at) + body.slice(end)
		case 1:
			return body.slice(0, at)
		case 2:
			return (
				body.slice(0, at) +
				random.pick(['"', '{', '}', '[', ']', ',', ':', '\\', ' ', '\n', '0', 'x', '\u0000', 'é', 'null']) +
				body.slice(at)
			)
		case 3:
			return body + random.pick([' ', '\n', 'x', '{}', ',', '\u0000'])
		default:
			return body.slice(0, at) + random.pick([...jsonTexts]) + body.slice(end)
	}
}
