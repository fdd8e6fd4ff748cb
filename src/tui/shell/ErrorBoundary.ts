import { Component, type ReactNode } from 'react'

/** Hands an error of drawing to the app's own crash handling, instead of Ink's page. */
export class ErrorBoundary extends Component<
	{ readonly children?: ReactNode; readonly onError: (error: unknown) => void },
	{ readonly failed: boolean }
> {
	override state = { failed: false }

	static getDerivedStateFromError(): { failed: boolean } {
		return { failed: true }
	}

	override componentDidCatch(error: unknown): void {
		this.props.onError(error)
	}

	override render(): ReactNode {
		return this.state.failed ? null : this.props.children
	}
}
