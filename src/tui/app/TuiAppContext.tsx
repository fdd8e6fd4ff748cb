import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { BugError } from '../../errors/UserError.ts'
import { AppContext } from '../kit/hooks/hooks.ts'
import type { TuiApp } from './TuiApp.ts'

/** The complete app; `AppContext` is the part that the kit sees. */
export const TuiAppContext = createContext<TuiApp | undefined>(undefined)

/** The app this component belongs to. */
export function useTuiApp(): TuiApp {
	const app = useContext(TuiAppContext)
	if (app === undefined) throw new BugError('a component of the app is drawn outside of a TuiAppContext')
	return app
}

/** Provides the app to the components below. */
export function AppProvider({ app, children }: { readonly app: TuiApp; readonly children: ReactNode }): ReactElement {
	return (
		<AppContext value={app}>
			<TuiAppContext value={app}>{children}</TuiAppContext>
		</AppContext>
	)
}
