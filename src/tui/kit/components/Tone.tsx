import { Transform } from 'ink'
import type { ReactElement, ReactNode } from 'react'
import { useTheme } from '../hooks/useModel.ts'
import type { Token } from '../theme/Theme.ts'

/**
 * Text of a meaning, `<Tone as="muted">…</Tone>`, in the colours of the theme and the depth of the terminal. (Ink's own
 * `color` knows neither, nor NO_COLOR.) In rows of a table join painted strings instead: each component costs.
 */
export function Tone({ as, children }: { readonly as: Token; readonly children: ReactNode }): ReactElement {
	return <Transform transform={useTheme()[as]}>{children}</Transform>
}
