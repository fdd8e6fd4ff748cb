/** A database URL fit for logs and errors. Its password may hold any character, also those that should be escaped. */
export function withoutPassword(url: string): string {
	return url
		.replace(/^([a-z][a-z0-9+.-]*:\/\/[^:@/?#]*):.*@/i, '$1:***@')
		.replace(/([?&][a-z]*password=)[^&]*/gi, '$1***')
}
