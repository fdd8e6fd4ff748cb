import { Box, Text } from 'ink'
import { memo, type ReactElement } from 'react'

/** One row of finished text. It is drawn again only when the text is another one. */
export const Row = memo(function Row({ text }: { readonly text: string }): ReactElement {
	// A text without characters would take no row.
	return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
})

/** Rows of finished text, one below the other: safe to print, perhaps coloured, no wider than the area. */
export function Rows({ lines }: { readonly lines: readonly string[] }): ReactElement {
	return (
		<Box flexDirection="column" flexShrink={0}>
			{lines.map((line, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen.
				<Row key={row} text={line} />
			))}
		</Box>
	)
}
