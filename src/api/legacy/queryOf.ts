import { type UrlValues, unescapeUrl } from '../rest/goUrl.ts'

/** The engine's query of a request's parameters (framework: types/rest ParseHTTPArgsWithLimit). */
export function queryOf(values: UrlValues): string {
	const conditions: string[] = []
	for (const [key, [first = '']] of values) {
		if (key === 'page' || key === 'limit') continue
		// The framework unescapes what is unescaped already.
		const value = unescapeUrl(first, 'query')
		if (key === 'tx.height') conditions.push(`${key}=${value}`)
		else if (key === 'tx.minheight') conditions.push(`tx.height>=${value}`)
		else if (key === 'tx.maxheight') conditions.push(`tx.height<=${value}`)
		else conditions.push(`${key}='${value}'`)
	}
	return conditions.join(' AND ')
}
