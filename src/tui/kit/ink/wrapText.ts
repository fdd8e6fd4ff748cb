import cliTruncate from 'cli-truncate'
import wrapAnsi from 'wrap-ansi'
import { BoundedCache } from '../../../util/BoundedCache.ts'

const wrapped = new BoundedCache<string>()

/** Replaces `ink/build/wrap-text.js`, which caches every text forever (Ink issue 986). @param kind a `Text`'s `wrap` */
export default function wrapText(text: string, cells: number, kind: string): string {
	return wrapped.get(`${cells} ${kind} ${text}`, () => {
		if (kind === 'wrap') return wrapAnsi(text, cells, { trim: false, hard: true })
		if (!kind.startsWith('truncate')) return text
		const position = kind === 'truncate-middle' ? 'middle' : kind === 'truncate-start' ? 'start' : 'end'
		return cliTruncate(text, cells, { position })
	})
}
