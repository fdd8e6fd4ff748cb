import { Notice } from '../../kit/overlays/Notice.tsx'
import { wrapCells } from '../../kit/text/cells.ts'
import { wordGrid } from '../../kit/text/wordGrid.ts'
import type { FirstRun } from './FirstRun.ts'
import { FundedPage } from './FundedPage.tsx'
import { fundingRows } from './fundingRows.ts'

/** The second page of the first run: the words of the new key, once, on a page that Esc does not close. */
export function wordsPage(run: FirstRun, mnemonic: string): Notice {
	return new Notice(run.app, {
		title: 'Your key · 2 of 3',
		page: true,
		onlyEnter: 'I have written them down',
		copy: { text: mnemonic, what: 'the words', secret: true },
		lines: ({ theme, width }) => [
			...wrapCells(
				'These words are your key. Whoever has them can sign as you; without them nobody can bring it back. They are shown only this once.',
				width,
			),
			'',
			...wordGrid(mnemonic, width).map(theme.strong),
			'',
			...fundingRows(run, { theme, width }),
		],
		closed: () => run.app.show(new FundedPage(run)),
	})
}
