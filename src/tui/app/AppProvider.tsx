import type { ReactElement, ReactNode } from 'react'
import { AppContext } from '../kit/hooks/AppContext.ts'
import type { TuiApp } from './TuiApp.ts'
import { TuiAppContext } from './TuiAppContext.ts'

/** Provides the app to the components below. */
export function AppProvider({ app, children }: { readonly app: TuiApp; readonly children: ReactNode }): ReactElement {
	return (
		<AppContext value={app}>
			<TuiAppContext value={app}>{children}</TuiAppContext>
		</AppContext>
	)
}
