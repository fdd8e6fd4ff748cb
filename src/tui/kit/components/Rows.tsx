import { Box, Text } from 'ink'
import { memo, type ReactElement } from 'react'

/** One row of finished text. It is redrawn only when the text changes. */
export const Row = memo(function Row({ text }: { readonly text: string }): ReactElement {
	// A row of no characters would have no height.
	return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
})

/** Rows of finished text, safe to print, optionally coloured, no wider than the area. */
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
