import { Text } from 'ink'
import type { ReactElement } from 'react'
import { useApp } from '../hooks/AppContext.ts'
import { linkText } from '../text/linkText.ts'

/** A text that opens a URL when it is clicked, where the terminal is known to show links; elsewhere the text alone. */
export function Link({ url, text }: { readonly url: string; readonly text?: string }): ReactElement {
	return <Text>{linkText(useApp().links, url, text)}</Text>
}
