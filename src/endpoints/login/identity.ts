/** An identity according to its provider. Accounts are found by issuer and subject, never by e-mail. */
export interface Identity {
	readonly issuer: string
	readonly subject: string
	/** E-mail the provider has verified, or undefined. */
	readonly email: string | undefined
}

/** What the user enters in a browser. */
export interface DevicePrompt {
	readonly userCode: string
	readonly verificationUri: string
	readonly verificationUriComplete: string | undefined
	/** Seconds until the code is worth nothing. */
	readonly expiresIn: number
}

/** A login that has been started at a provider. */
export interface DeviceAttempt {
	readonly prompt: DevicePrompt
	/** Resolves when the user has agreed. Rejects when they refuse, the code expires or `signal` aborts. */
	finish(signal: AbortSignal): Promise<Identity>
}
