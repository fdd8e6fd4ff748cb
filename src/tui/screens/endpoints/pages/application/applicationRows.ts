import { wrapCells } from '../../../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../../../kit/text/detailRows.ts'
import { linkText } from '../../../../kit/text/linkText.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import type { Theme } from '../../../../kit/theme/Theme.ts'
import { protectionText } from '../../parts/protection.ts'
import { billText, freeTierText } from '../../parts/usage.ts'
import type { ApplicationModel } from './ApplicationModel.ts'

/** Facts of an application: URL, callers, payer, and notices for its owner. */
export function applicationRows(model: ApplicationModel, theme: Theme, width: number): readonly string[] {
	const { application, statement, isMine, app } = model
	const { url, description, origins, ips, rateLimit, warnings, notices } = application
	const list = (entries: readonly string[]): string =>
		entries.length === 0 ? theme.muted('any') : safeText(entries.join('  '), 400)
	const rows: readonly Detail[] = [
		['URL', linkText(app.links, url)],
		...(description === '' ? [] : [['about', safeText(description, 500)] as const]),
		['callers need', safeText(protectionText(application), 80)],
		['origins', list(origins)],
		['IPs', list(ips)],
		...(rateLimit === null ? [] : [['rate limit', `${rateLimit} calls a second`] as const]),
		statement === undefined
			? ['bill', theme.muted(isMine ? '…' : 'paid by the owner of the project')]
			: [
					'free tier',
					`${freeTierText(statement, theme, width - 30)} · bill ${billText(statement, theme, model.app.amounts)}`,
				],
	]
	const told = (sign: string, texts: readonly string[]): readonly string[] =>
		texts.flatMap((text) => wrapCells(`${sign} ${safeText(text, 300)}`, width)).map(theme.warn)
	return [...detailRows(theme, rows, width), ...told('✗', warnings), ...told('!', notices)]
}
