import cliTruncate from 'cli-truncate'
import wrapAnsi from 'wrap-ansi'
import { BoundedCache } from '../text/BoundedCache.ts'

const wrapped = new BoundedCache<string>()

/**
 * In place of `ink/build/wrap-text.js`, which remembers every text for ever (Ink issue 986).
 *
 * @param kind What a `Text` says in its `wrap`.
 */
export default function wrapText(text: string, cells: number, kind: string): string {
	return wrapped.get(`${cells} ${kind} ${text}`, () => {
		if (kind === 'wrap') return wrapAnsi(text, cells, { trim: false, hard: true })
		if (!kind.startsWith('truncate')) return text
		const position = kind === 'truncate-middle' ? 'middle' : kind === 'truncate-start' ? 'start' : 'end'
		return cliTruncate(text, cells, { position })
	})
}
