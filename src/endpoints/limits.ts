/**
 * Every limit of the endpoint service that no setting changes; those of `endpoints.json` are in EndpointsConfig. Times are in
 * milliseconds, sizes in bytes.
 */
export const limits = {
	passwordMinimum: 10,
	passwordMaximum: 256,
	triesWindowMs: 15 * 60_000,
	wrongPasswords: 10,
	wrongPasswordsAtAddress: 100,
	wrongPasswordsWhenSuspect: 3,
	takenSignUps: 20,
	loginClients: 20,
	sessionIdleMs: 7 * 86_400_000,
	sessionMs: 30 * 86_400_000,
	pendingDeviceLogins: 1_000,
	deviceLoginMs: 30 * 60_000,
	otherGatewayMs: 400,
	managementBodyBytes: 256_000,
	remoteManagementPerSecond: 30,
	projectsPerAccount: 100,
	membersPerProject: 200,
	pendingInvitationsPerProject: 50,
	invitationsFromOneInviter: 5,
	invitationsReceived: 100,
	invitationMs: 7 * 86_400_000,
	applicationsPerProject: 100,
	keysPerApplication: 50,
	rotationOverlapMs: 24 * 3_600_000,
	allowEntries: 200,
	statisticsHours: 24 * 400,
} as const
