import type { ReactElement } from 'react'
import { JsonView } from '../../../../kit/components/JsonView.tsx'
import { Panel } from '../../../../kit/components/Panel.tsx'
import { Rows } from '../../../../kit/components/Rows.tsx'
import { useArea, useTheme } from '../../../../kit/hooks/hooks.ts'
import { formatKey } from '../../../../kit/keymap/formatKey.ts'
import { wrapCells } from '../../../../kit/text/cells.ts'
import { safeText } from '../../../../kit/text/safeText.ts'
import type { Theme } from '../../../../kit/theme/Theme.ts'
import { quantityText } from './quantityText.ts'
import type { TryModel } from './TryModel.ts'

/** The raw reply: its status and its browsable body. */
export function ReplyPanel({ model }: { readonly model: TryModel }): ReactElement {
	const remark = model.reply === undefined ? '' : model.inReply ? '← methods' : '→ looks through it'
	return (
		<Panel title="Reply" remark={remark} active={model.inReply}>
			<Reply model={model} />
		</Panel>
	)
}

function Reply({ model }: { readonly model: TryModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { reply, inReply } = model
	const head = headRows(model, theme, width)
	if (reply === undefined || model.isSending) return <Rows lines={head} />
	return (
		<>
			<Rows lines={head} />
			<JsonView
				tree={reply.tree}
				active={inReply}
				height={Math.max(1, height - head.length)}
				onOpen={() => model.openRow()}
				onSelect={() => model.enterReply()}
			/>
		</>
	)
}

function headRows({ isSending, needsKey, reply }: TryModel, theme: Theme, width: number): readonly string[] {
	if (isSending) return [theme.accent('◌ calling')]
	const hint = needsKey
		? wrapCells('This endpoint needs a key. The service does not keep keys: K enters one for this console.', width).map(
				theme.warn,
			)
		: reply === undefined
			? [theme.muted(`${formatKey('enter')} calls the endpoint.`)]
			: []
	if (reply === undefined) return hint
	const { status, ms } = reply.call
	const [sign, paint] = status < 400 ? (['✓', theme.good] as const) : (['✗', theme.bad] as const)
	const told = `${sign} status ${status} · ${ms.toFixed(1)} ms · ${safeText(reply.method, 60)}`
	const result = quantityText(reply.body)
	return [
		...hint,
		...wrapCells(told, width).map(paint),
		...(result === '' ? [] : wrapCells(result, width).map(theme.strong)),
	]
}
